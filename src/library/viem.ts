import {
  type Chain,
  type CustomTransport,
  createTestClient,
  custom,
  defineChain,
  type PublicActions,
  publicActions,
  RpcRequestError,
  type TestClient,
  type WalletActions,
  walletActions,
} from 'viem'
import { ProviderRpcError } from '../node/providerRpcError.ts'
import type { LocalNode } from './localNode.ts'
import type { RequestArguments } from './providerTypes.ts'

/** A transaction is mined within the call that sends it, so a short interval costs little. */
const pollingIntervalMs = 50
/** Deployed in the first block of every local chain. */
const multicall3 = { address: '0xcA11bde05977b3631167028862bE2a173976CA11' } as const

/**
 * A transport of viem over a node or a light client. Errors have the form of viem's own HTTP transport, with the error of the
 * node as their cause, and no request is repeated: with `custom(node)`, viem would repeat a reverted call three times, because
 * it does not know code 3 there.
 */
export const transport = (node: Pick<LocalNode, 'request'>): CustomTransport =>
  custom(
    {
      async request(args: RequestArguments): Promise<unknown> {
        try {
          return await node.request<unknown>(args)
        } catch (error) {
          if (!(error instanceof ProviderRpcError)) throw error
          throw new RpcRequestError({ body: { ...args }, error, url: 'cambium' })
        }
      },
    },
    { key: 'cambium', name: 'Cambium', retryCount: 0 },
  )

/** The definition of a node's chain. */
export const chain = (node: LocalNode): Chain =>
  defineChain({
    id: node.chainId,
    name: 'Rootstock on this machine',
    nativeCurrency: { name: 'Rootstock Bitcoin', symbol: 'RBTC', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3 },
    testnet: true,
  })

/** A client of viem with the actions of public, wallet and test clients. */
export type NodeTestClient = TestClient<'anvil', CustomTransport, Chain> &
  PublicActions<CustomTransport, Chain> &
  WalletActions<Chain>

/** A client with all actions over a node, which reads the chain anew for every answer. */
export const testClient = (node: LocalNode): NodeTestClient =>
  createTestClient({
    mode: 'anvil',
    chain: chain(node),
    transport: transport(node),
    pollingInterval: pollingIntervalMs,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
