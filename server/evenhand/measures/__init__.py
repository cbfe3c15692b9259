"""The field's measures of bias in generated code. Pure: no code is run here."""
