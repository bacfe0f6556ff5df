/** Uses the package as a program does: the store in a folder, a mined transaction, a trace, which runs in a worker, and a stream. */
exports.story = async ({ createNode, followChain, ProviderRpcError }, dataFolder) => {
  const node = await createNode({ dataFolder })
  const [from, to] = node.accounts.map(({ address }) => address)
  const hash = await node.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] })
  const trace = await node.request({ method: 'debug_traceTransaction', params: [hash] })
  const refusal = await node.request({ method: 'eth_unknown' }).catch((error) => error)
  const { url } = await node.listen()
  const streamed = []
  for await (const { blocks } of followChain({ url: `${url}/data`, query: { toBlock: 1 } })) {
    streamed.push(...blocks.map(({ header }) => header.number))
  }
  const result = {
    head: await node.request({ method: 'eth_blockNumber' }),
    isReverted: trace.reverted,
    streamed,
    refusal: refusal instanceof ProviderRpcError && refusal.code,
  }
  await node.close()
  return result
}
