export type NetworkName = 'mainnet' | 'testnet' | 'devnet' | 'regtest'
