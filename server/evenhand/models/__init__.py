"""Language models: their interface, their answers, and an endpoint that has one."""
