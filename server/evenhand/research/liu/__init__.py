"""Liu et al. (2023): functions that find people by an adjective and a dimension."""
