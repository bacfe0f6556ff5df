import { BrowserProvider, Contract, ContractFactory, isError, keccak256, toUtf8Bytes, Wallet } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNode, type LocalNode } from '../../src/index.ts'
import { minted, tokenBytecode, tokenFunctions } from './token.ts'

const receiver = `0x${'ab'.repeat(20)}`

describe('ethers', () => {
  let node: LocalNode
  let provider: BrowserProvider
  beforeAll(async () => {
    node = await createNode()
    provider = new BrowserProvider(node, undefined, { cacheTimeout: -1, pollingInterval: 50 })
  })
  afterAll(() => {
    provider.destroy()
    node.close()
  })

  const wallet = (): Wallet => new Wallet(keccak256(toUtf8Bytes('cow')), provider)

  it('sees the chain and its accounts', async () => {
    expect((await provider.getNetwork()).chainId).toBe(33n)
    expect(await provider.getBlockNumber()).toBe(0)
    const signers = await provider.listAccounts()
    expect(signers).toHaveLength(10)
    expect(await provider.getBalance(signers[0]!.address)).toBe(10n ** 30n)
  })

  it("sends with an account of the node's", async () => {
    const signer = await provider.getSigner(1)
    const response = await signer.sendTransaction({ to: receiver, value: 3n })
    const receipt = await response.wait()
    expect(receipt?.status).toBe(1)
    expect(await provider.getBalance(receiver)).toBe(3n)
  })

  it('signs a transaction itself and sends it', async () => {
    const response = await wallet().sendTransaction({ to: receiver, value: 4n })
    expect((await response.wait())?.hash).toBe(response.hash)
    expect(await provider.getTransactionCount(wallet().address)).toBe(1)
  })

  it('signs a message with an account of the node', async () => {
    const signer = await provider.getSigner(0)
    expect(await signer._legacySignMessage('hello')).toBe(await wallet().signMessage('hello'))
  })

  it('deploys a contract, calls it, reads its events and hears its reverts', async () => {
    const factory = new ContractFactory([...tokenFunctions], tokenBytecode, wallet())
    const deployed = await factory.deploy()
    await deployed.waitForDeployment()
    const token = new Contract(await deployed.getAddress(), [...tokenFunctions], wallet())
    const response = await token.getFunction('transfers')(3, receiver)
    await response.wait()
    expect(await token.getFunction('balanceOf')(receiver)).toBe(3n)
    expect(await token.getFunction('totalSupply')()).toBe(minted)
    const events = await token.queryFilter('Transfer')
    expect(events).toHaveLength(4)

    const refused = await token
      .getFunction('transfer')
      .staticCall(receiver, minted)
      .catch((error: unknown) => error)
    expect(isError(refused, 'CALL_EXCEPTION') && refused.reason).toBe('balance too low')
  })

  it('hears of blocks', async () => {
    const heard: number[] = []
    void provider.on('block', (number: number) => heard.push(number))
    const heardAfterMining = (): number => {
      node.mine()
      return heard.length
    }
    await expect.poll(heardAfterMining).toBeGreaterThan(1)
    await provider.removeAllListeners()
    expect(heard[1]).toBe(heard[0]! + 1)
  })

  it('knows a refused transaction by its words', async () => {
    const refused = await wallet()
      .sendTransaction({ to: receiver, nonce: 0 })
      .catch((error: unknown) => error)
    expect(isError(refused, 'NONCE_EXPIRED')).toBe(true)
  })
})
