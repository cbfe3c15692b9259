"""Many pieces of work at once: in this process, in several, or on a cluster."""
