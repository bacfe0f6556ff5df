/** The configuration file that the documentation shows. */
export const exampleFile = `# A public service for mainnet and testnet with API keys, behind a proxy that ends TLS.
host = "0.0.0.0"
port = 4444
data = "/var/lib/cambium"
network = ["mainnet", "testnet"]
access = "keys"
allowed-hosts = ["rpc.example.org"]
peers = true
admin-port = 9100
log-level = "info"
log-format = "json"

[limits]
batch-items = 50
drain-timeout-ms = 30000

[networks.mainnet]
origins = ["https://app.example.org"]
disabled = ["mnr", "txpool_content"]

[networks.mainnet.peers]
maximum-peers = 40

[networks.testnet]
port = 4445
errors = "ethereum"
`
