"""What happens at a table: its wire types, and what is done with them; without web framework, database or threads."""
