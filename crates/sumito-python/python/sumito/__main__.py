"""`python -m sumito` is the engine for other programs: UGI on standard input and output."""

from sumito._sumito import serve_ugi

if __name__ == "__main__":
    serve_ugi()
