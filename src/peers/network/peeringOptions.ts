import type { SnapshotSpacing } from '../serving/snapshotServer.ts'

/** How a node takes part in its network. Without these options it connects to no other node. */
export interface PeeringOptions {
  /** Address to listen on for peers; all addresses by default. */
  readonly host?: string
  /** For transport and discovery; by default the port of the network. 0 takes a free port. */
  readonly port?: number
  /** Whether other nodes can call this one; true by default. */
  readonly listen?: boolean
  /** Whether to search for nodes by discovery. The default depends on the network. */
  readonly discovery?: boolean
  /** `host:port` of the nodes that discovery starts from; by default those of the network. */
  readonly bootNodes?: readonly string[]
  /** `enode://<128 hex digits>@host:port` of nodes that are called whenever they are not connected. */
  readonly staticPeers?: readonly string[]
  /** Node ids or enodes of nodes that may connect although all places are taken. */
  readonly trustedPeers?: readonly string[]
  readonly maximumPeers?: number
  /** Addresses, or blocks of addresses as `address/bits`, that are banned from the start. */
  readonly bannedAddresses?: readonly string[]
  /** The address of this node that other nodes receive. */
  readonly publicAddress?: string
  /**
   * How an empty chain catches up: by executing all blocks (the default), or from the state of a recent block, which is
   * fetched from other nodes.
   */
  readonly sync?: 'full' | 'snap'
  /** With `snap`: `NUMBER:HASH` of a block that is known to be right; headers below it are not verified. */
  readonly trustedBlock?: string
  /** Whether a chain that started at a snapshot fetches the blocks below it in the background; true by default. */
  readonly backfill?: boolean
  /** Blocks below a snapshot that are fetched before it is used; by default as many as the rules of any network read. */
  readonly snapshotBlocks?: number
  /** Whether other nodes can fetch the state of a recent block from this one; true by default. */
  readonly serveSnapshots?: boolean
  /** The blocks that are offered as snapshots; by default those of the reference node. */
  readonly snapshotSpacing?: SnapshotSpacing
  /** The node's private key; by default one is created and stored with the data. */
  readonly privateKey?: Uint8Array
}
