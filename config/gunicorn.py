"""How gunicorn serves: two workers of four threads. bin/run gives the address."""

import gc

wsgi_app = "config.wsgi:application"
worker_class = "gthread"
workers = 2
threads = 4
timeout = 60
graceful_timeout = 10
accesslog = None
errorlog = "-"
loglevel = "warning"
no_control_socket = True  # nothing but the address below is opened


def post_worker_init(worker) -> None:
    """What is loaded by now lives as long as the worker: never walk it again."""
    gc.collect()
    gc.freeze()
