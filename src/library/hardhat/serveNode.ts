import { createNode } from '../createNode.ts'
import type { CreateNodeOptions } from '../createNodeOptions.ts'
import type { LocalNode } from '../localNode.ts'
import { withHardhatDefaults } from './inProcess.ts'

/** What `hardhat node` is given on the command line; absent values are undefined, or -1 in Hardhat 3. */
export interface NodeArguments {
  readonly hostname?: string | undefined
  readonly port: number
  readonly chainId?: number
  readonly fork?: string | undefined
  readonly forkBlockNumber?: number | undefined
}

/** The command `hardhat node`: serves a chain until SIGINT or SIGTERM. */
export async function serveNode(
  options: CreateNodeOptions,
  artifacts: string,
  { hostname, port, chainId = -1, fork, forkBlockNumber = -1 }: NodeArguments,
): Promise<void> {
  const node = await createNode({
    onLine: console.log,
    ...withHardhatDefaults(options, artifacts),
    ...(chainId !== -1 && { chainId }),
    ...(fork !== undefined && {
      fork: { url: fork, ...(forkBlockNumber !== -1 && { block: forkBlockNumber }) },
    }),
  })
  try {
    const { url } = await node.listen({ port, ...(hostname !== undefined && { host: hostname }) })
    console.log(banner(node, url))
    await stopSignal()
  } finally {
    await node.close()
  }
}

const stopSignal = (): Promise<unknown> =>
  new Promise((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
  })

const banner = ({ chainId, accounts }: LocalNode, url: string): string =>
  [
    `Development chain ${chainId} with Rootstock's rules at ${url} (HTTP and WebSocket)`,
    '',
    ...accounts.map(({ address, privateKey }, index) => `(${index}) ${address} ${privateKey}`),
    '',
    'The keys are public: use them on this chain only. Ctrl-C stops the chain.',
  ].join('\n')
