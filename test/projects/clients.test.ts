import { Contract, ContractFactory, JsonRpcProvider } from 'ethers'
import { createPublicClient, createWalletClient, defineChain, http, parseAbi } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Web3 } from 'web3'
import { tokenBytecode, tokenFunctions } from '../clients/token.ts'
import { type DevelopmentChain, startDevelopmentChain } from './developmentChain.ts'

/* Libraries with the defaults that their own introductions use: no gas, no prices, no types of transactions. */

const receiver = '0x1111111111111111111111111111111111111111'
const mnemonic = 'test test test test test test test test test test test junk'

const tokenAbi = [
  {
    type: 'function',
    name: 'transfers',
    inputs: [
      { name: 'count', type: 'uint256' },
      { name: 'to', type: 'address' },
    ],
    outputs: [{ name: '', type: 'uint256' }],
    stateMutability: 'nonpayable',
  },
  {
    type: 'function',
    name: 'balanceOf',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
    stateMutability: 'view',
  },
] as const

describe('the defaults of', () => {
  let chain: DevelopmentChain
  beforeAll(async () => {
    chain = await startDevelopmentChain()
  })
  afterAll(() => chain?.stop())

  it('ethers deploy, send, read events and name reverts', async () => {
    const provider = new JsonRpcProvider(chain.url)
    const signer = await provider.getSigner(0)
    const deployed = await new ContractFactory(tokenFunctions, tokenBytecode, signer).deploy()
    await deployed.waitForDeployment()
    const token = new Contract(await deployed.getAddress(), tokenFunctions, signer)
    await (await token.getFunction('transfers')(2, receiver)).wait()
    expect(await token.getFunction('balanceOf')(receiver)).toBe(1n)
    expect(await token.queryFilter('Transfer')).toHaveLength(3)
    await expect(token.getFunction('transfer')(receiver, 10n ** 30n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: expect.any(String),
    })
    const sent = await signer.sendTransaction({ to: receiver, value: 5n })
    expect(await sent.wait()).toMatchObject({ status: 1 })
    expect(await provider.getBalance(receiver)).toBe(5n)
    provider.destroy()
  })

  it('viem deploy, write, simulate and name reverts', async () => {
    const network = defineChain({
      id: 33,
      name: 'Cambium',
      nativeCurrency: { name: 'RBTC', symbol: 'RBTC', decimals: 18 },
      rpcUrls: { default: { http: [chain.url] } },
    })
    const account = mnemonicToAccount(mnemonic, { addressIndex: 1 })
    const wallet = createWalletClient({ account, chain: network, transport: http() })
    const client = createPublicClient({ chain: network, transport: http() })
    const abi = parseAbi(tokenFunctions)
    const deployment = await wallet.deployContract({ abi, bytecode: tokenBytecode })
    const { contractAddress: address } = await client.waitForTransactionReceipt({ hash: deployment })
    const call = { account, address: address!, abi }
    const args = [3n, receiver] as const
    const hash = await wallet.writeContract({ ...call, functionName: 'transfers', args })
    expect((await client.waitForTransactionReceipt({ hash })).logs).toHaveLength(4)
    await expect(
      client.simulateContract({ ...call, functionName: 'transfer', args: [receiver, 10n ** 30n] }),
    ).rejects.toThrow(/reverted/)
  })

  it('web3.js deploy, send and call, with a gas price', async () => {
    const web3 = new Web3(chain.url)
    // Without a price web3.js sends transactions of type 2 and wants a base fee, which Rootstock does not have.
    const gasPrice = String(await web3.eth.getGasPrice())
    const [from] = await web3.eth.getAccounts()
    const token = await new web3.eth.Contract(tokenAbi)
      .deploy({ data: tokenBytecode })
      .send({ from: from!, gasPrice })
    await token.methods.transfers(4, receiver).send({ from: from!, gasPrice })
    expect(await token.methods.balanceOf(receiver).call()).toBe(6n)
    const receipt = await web3.eth.sendTransaction({ from: from!, to: receiver, value: 1, gasPrice })
    expect(receipt.status).toBe(1n)
  })
})
