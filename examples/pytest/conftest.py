pytest_plugins = ["filmgate_mock"]
