"""The hunt for wrong proofs in Thoughtful."""
