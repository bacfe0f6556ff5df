/** Uses the package as a program does: the store in a folder, a mined transaction, a trace, which runs in a worker, a stream and a light client. */
exports.story = async ({ createLightClient, createNode, followChain, ProviderRpcError }, dataFolder) => {
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
  const light = await createLightClient({ endpoints: [url], network: 'regtest' })
  const proved = await light.answer({ method: 'eth_getTransactionReceipt', params: [hash] })
  await light.close()
  const result = {
    head: await node.request({ method: 'eth_blockNumber' }),
    isReverted: trace.reverted,
    streamed,
    verified: proved.verified,
    refusal: refusal instanceof ProviderRpcError && refusal.code,
  }
  await node.close()
  return result
}
