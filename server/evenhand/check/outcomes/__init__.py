"""What came of calls, and in what two of them differ. Pure: values go in, values come out."""
