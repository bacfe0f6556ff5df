import { type CreateNodeOptions, createNode, type LocalNode, ProviderRpcError } from 'cambium'

const options: CreateNodeOptions = { mining: 'manual', errors: 'ethereum' }

export async function headOf(): Promise<number> {
  const node: LocalNode = await createNode(options)
  node.on('block', ({ hash }) => hash.length)
  node.on('disconnect', (error) => error instanceof ProviderRpcError)
  // @ts-expect-error the number of blocks is not a text
  node.mine({ blocks: '1' })
  return node.chain.head.number
}
