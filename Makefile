# placeholder replaced by the packaging work
proto:
	python -m grpc_tools.protoc -Iprotos --python_out=protos --mypy_out=quiet:protos $$(find protos -name '*.proto')
	python -m grpc_tools.protoc -Iprotos --grpc_python_out=protos --mypy_grpc_out=quiet:protos $$(find protos -name '*_service.proto')
