"""Where many pieces of work are done: in this process, in several of them, or on a cluster."""
