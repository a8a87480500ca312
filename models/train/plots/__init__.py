"""Charts and contact sheets of evaluation results."""
