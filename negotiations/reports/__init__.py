"""One plain value per report. Knows rows and standing; no request, no page."""
