/** How a node takes part in its network. Without these options it keeps to itself. */
export interface PeeringOptions {
  /** Address to listen on for peers; all by default. */
  readonly host?: string
  /** For both transport and discovery; by default that of the network. 0 takes a free one. */
  readonly port?: number
  /** Whether others may find and call this node; it listens unless told otherwise. */
  readonly listen?: boolean
  /** Whether to look for nodes nobody named. By default as is usual in the network. */
  readonly discovery?: boolean
  /** `host:port` of nodes that know others; by default those of the network. */
  readonly bootNodes?: readonly string[]
  /** `enode://<128 hex digits>@host:port` of nodes that are called for as long as they are away. */
  readonly staticPeers?: readonly string[]
  /** Node ids, or enodes, that are let in although all places are taken. */
  readonly trustedPeers?: readonly string[]
  readonly maximumPeers?: number
  /** Addresses, or blocks of them as `address/bits`, that are refused from the start. */
  readonly bannedAddresses?: readonly string[]
  /** What others are told as this node's address. */
  readonly publicAddress?: string
  /** The node's private key; by default one is made and kept with the data. */
  readonly privateKey?: Uint8Array
}
