import { type CreateNodeOptions, createNode, type LocalNode, ProviderRpcError } from 'cambium'
import { createLightClient, type LightClientOptions } from 'cambium/light'
import { followChain, type StreamPosition } from 'cambium/stream'

const options: CreateNodeOptions = { mining: 'manual', errors: 'ethereum' }

export async function headOf(): Promise<number> {
  const node: LocalNode = await createNode(options)
  node.on('block', ({ hash }) => hash.length)
  node.on('disconnect', (error) => error instanceof ProviderRpcError)
  // @ts-expect-error the number of blocks is not a text
  node.mine({ blocks: '1' })
  return node.chain.head.number
}

export async function logsAfter(url: string, position: StreamPosition | undefined): Promise<number> {
  let logs = 0
  for await (const event of followChain({ url, query: { toBlock: 10, logs: [{}] }, position })) {
    if (event.type === 'undo') throw new Error(`above ${event.above}`)
    for (const block of event.blocks) logs += block.logs?.length ?? 0
  }
  return logs
}

export async function provedBalance(options: LightClientOptions): Promise<bigint> {
  const client = await createLightClient(options)
  client.on('block', ({ hash, timestamp }) => hash.length + timestamp)
  // @ts-expect-error a light client has no pool
  client.on('pending', () => {})
  return BigInt(await client.request({ method: 'eth_getBalance', params: [`0x${'0'.repeat(40)}`, 'latest'] }))
}
