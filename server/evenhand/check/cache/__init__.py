"""Reports of earlier runs, kept on disk in the user's own cache folder."""
