"""Winnability studies: many deals decided, on one machine or on a cluster, so that anyone can repeat and check them."""
