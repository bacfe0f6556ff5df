import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Web3, WebSocketProvider } from 'web3'
import { createNode } from '../../src/index.ts'
import { type ServedChain, serveChain } from './servedChain.ts'
import { minted, tokenBytecode } from './token.ts'

const receiver = `0x${'ab'.repeat(20)}`
const uint = { type: 'uint256' } as const
const account = { type: 'address' } as const
const abi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', ...account }],
    outputs: [{ name: '', ...uint }],
  },
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', ...account },
      { name: 'amount', ...uint },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'transfers',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'count', ...uint },
      { name: 'to', ...account },
    ],
    outputs: [{ name: '', ...uint }],
  },
  {
    type: 'event',
    name: 'Transfer',
    inputs: [
      { name: 'from', indexed: true, ...account },
      { name: 'to', indexed: true, ...account },
      { name: 'amount', indexed: false, ...uint },
    ],
  },
] as const

/* web3.js sends EIP-1559 transactions unless a gas price is given; the chain accepts only type 0. */
describe('web3.js with a node behind HTTP', () => {
  let chain: ServedChain
  let web3: Web3
  beforeAll(async () => {
    chain = await serveChain()
    web3 = new Web3(chain.http)
  })
  afterAll(() => chain.close())

  const legacy = async () => ({ gasPrice: String(await web3.eth.getGasPrice()), gas: '3000000' })

  async function deploy(through: Web3 = web3) {
    const [from] = await web3.eth.getAccounts()
    const contract = new through.eth.Contract(abi)
    const sending = { from: from!, ...(await legacy()) }
    const deployed = await contract.deploy({ data: tokenBytecode }).send(sending)
    return { token: deployed, sending }
  }

  it('deploys a contract, writes to it, reads it and finds its events', async () => {
    const { token, sending } = await deploy()
    const receipt = await token.methods.transfers(3, receiver).send(sending)
    expect(receipt.status).toBe(1n)
    expect(await token.methods.balanceOf(receiver).call()).toBe(3n)
    const events = await token.getPastEvents('Transfer', { fromBlock: 0 })
    expect(events).toHaveLength(4)
  })

  it('sends a transaction that it signed', async () => {
    const signer = web3.eth.accounts.privateKeyToAccount(web3.utils.keccak256('cow1'))
    const transaction = { from: signer.address, to: receiver, value: '7', ...(await legacy()) }
    const nonce = await web3.eth.getTransactionCount(signer.address)
    const { rawTransaction } = await signer.signTransaction({ ...transaction, nonce, chainId: 33 })
    const receipt = await web3.eth.sendSignedTransaction(rawTransaction)
    expect(receipt.status).toBe(1n)
    expect(await web3.eth.getBalance(receiver)).toBe(7n)
  })

  it('decodes the reason of a reverted call', async () => {
    const { token, sending } = await deploy()
    const refused = token.methods.transfer(receiver, minted).call({ from: sending.from })
    await expect(refused).rejects.toMatchObject({
      cause: { message: expect.stringContaining('balance too low') },
    })
  })

  it('sends requests in one batch', async () => {
    const batch = new web3.BatchRequest()
    const number = batch.add<string>({ method: 'eth_blockNumber', params: [] })
    const unknown = batch.add({ method: 'eth_unknown', params: [] })
    const refused = unknown.catch((error: { code?: number }) => error.code)
    await batch.execute()
    expect(await number).toBe(`0x${chain.node.chain.head.number.toString(16)}`)
    expect(await refused).toBe(-32601)
  })

  it('receives blocks and events over a WebSocket', async () => {
    const socket = new WebSocketProvider(chain.webSocket, {}, { autoReconnect: false })
    const listening = new Web3(socket)
    const { token, sending } = await deploy()
    const heads: unknown[] = []
    const events: unknown[] = []
    const blocks = await listening.eth.subscribe('newBlockHeaders')
    blocks.on('data', (head) => void heads.push(head))
    const watched = new listening.eth.Contract(abi, token.options.address)
    watched.events.Transfer().on('data', (event) => void events.push(event))
    const receivedAfterWriting = async (): Promise<number> => {
      await token.methods.transfers(1, receiver).send(sending)
      return Math.min(heads.length, events.length)
    }
    await expect.poll(receivedAfterWriting, { interval: 100 }).toBeGreaterThan(0)
    socket.disconnect()
  })
})

describe('web3.js with its defaults', () => {
  it('needs one setting for a development chain that does not accept type 2', async () => {
    const node = await createNode()
    const web3 = new Web3(node)
    const [from, to] = await web3.eth.getAccounts()
    await expect(web3.eth.sendTransaction({ from: from!, to: to!, value: 1 })).rejects.toThrow('eip-1559')
    web3.setConfig({ defaultTransactionType: '0x0' })
    const { status } = await web3.eth.sendTransaction({ from: from!, to: to!, value: 1 })
    expect(status).toBe(1n)
    node.close()
  })

  it('sends transactions of type 2 to a development chain with the next rules', async () => {
    const node = await createNode({ hardfork: 'next' })
    const web3 = new Web3(node)
    const signer = web3.eth.accounts.create()
    web3.eth.accounts.wallet.add(signer)
    const [rich] = await web3.eth.getAccounts()
    await web3.eth.sendTransaction({ from: rich!, to: signer.address, value: 10n ** 18n })
    const { status, type } = await web3.eth.sendTransaction({ from: signer.address, to: receiver, value: 1 })
    expect({ status, type }).toEqual({ status: 1n, type: 2n })
    node.close()
  })
})
