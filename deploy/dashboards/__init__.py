"""Grafana's dashboards, built in code: `make dashboards` writes them to `deploy/grafana/`."""
