import { verifyTypedData as ethersVerify, JsonRpcProvider } from 'ethers'
import { createWalletClient, defineChain, http, verifyTypedData } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedChain, serveChain } from './servedChain.ts'

const cow = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'

const domain = {
  name: 'RSK RIF Relay',
  version: '2',
  chainId: 33,
  verifyingContract: '0x7986b3df570230288501eea3d890bd66948c9b79',
} as const

/** The types that users of RIF Relay sign. */
const types = {
  RelayRequest: [
    { name: 'from', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'relayData', type: 'RelayData' },
  ],
  RelayData: [
    { name: 'gasPrice', type: 'uint256' },
    { name: 'feesReceiver', type: 'address' },
    { name: 'callForwarders', type: 'address[]' },
  ],
} as const

const message = {
  from: cow,
  value: 10n ** 30n,
  nonce: 7n,
  data: '0xa9059cbb',
  relayData: {
    gasPrice: 60_000_000n,
    feesReceiver: '0x00000000000000000000000000000000000000ab',
    callForwarders: [cow, domain.verifyingContract],
  },
} as const

const typedData = { domain, types, primaryType: 'RelayRequest', message } as const

describe('typed data signed by the node', () => {
  let chain: ServedChain
  beforeAll(async () => {
    chain = await serveChain()
  })
  afterAll(() => chain.close())

  it('is verified by viem', async () => {
    const local = defineChain({
      id: 33,
      name: 'local',
      nativeCurrency: { name: 'RBTC', symbol: 'RBTC', decimals: 18 },
      rpcUrls: { default: { http: [chain.http] } },
    })
    const client = createWalletClient({ account: cow, chain: local, transport: http(chain.http) })
    const signature = await client.signTypedData(typedData)
    expect(await verifyTypedData({ ...typedData, address: cow, signature })).toBe(true)
    const other = { ...message, nonce: 8n }
    expect(await verifyTypedData({ ...typedData, message: other, address: cow, signature })).toBe(false)
  })

  it('is verified by ethers and by viem', async () => {
    const provider = new JsonRpcProvider(chain.http)
    try {
      const signer = await provider.getSigner(cow)
      const fields = { RelayRequest: [...types.RelayRequest], RelayData: [...types.RelayData] }
      const signature = await signer.signTypedData(domain, fields, message)
      expect(ethersVerify(domain, fields, message, signature).toLowerCase()).toBe(cow)
      expect(
        await verifyTypedData({ ...typedData, address: cow, signature: `0x${signature.slice(2)}` }),
      ).toBe(true)
    } finally {
      provider.destroy()
    }
  })
})
