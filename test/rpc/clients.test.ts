import { randomBytes } from 'node:crypto'
import { BrowserProvider, Contract, ContractFactory, id, isError } from 'ethers'
import { BaseError, ContractFunctionRevertedError, createPublicClient, custom, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RpcService } from '../../src/answering/rpcService.ts'
import { assemble, deployer } from '../../src/evm/assembler.cases.ts'
import type { Node } from '../../src/node/node.ts'
import { openNode } from '../../src/node/openNode.ts'
import { toHex } from '../../src/primitives/hex.ts'
import type { ErrorDialect } from '../../src/rpc/errors/errors.ts'
import { plainResult } from '../../src/rpc/json/result.ts'
import { defaultCallSettings } from '../../src/rpc/method/context.ts'

/* Client libraries over the methods, without a transport. */

const deniedSelector = id('Denied()').slice(0, 10)

/** Returns 7, logs when it gets value, and reverts with the error `Denied()` for data of 36 bytes. */
const source = `
  CALLDATASIZE 36 EQ @denied JUMPI
  CALLVALUE @paid JUMPI
  7 0 MSTORE 32 0 RETURN
  paid: 0xc1c6e3ac1b9a4c6d1b1e0c2f0c3f0b3b2c63a8e0ed1c54b1b7e2d2f0f2a6b7c8 0 0 LOG1 STOP
  denied: ${deniedSelector}${'0'.repeat(56)} 0 MSTORE
  4 0 REVERT`

const abi = ['function seven() view returns (uint256)', 'function deny(uint256) view'] as const

/** An EIP-1193 provider for the libraries. */
const providerOf = (service: RpcService, errors: ErrorDialect) => ({
  async request({ method, params = [] }: { method: string; params?: unknown }) {
    const request = { jsonrpc: '2.0', id: 1, method, params }
    const response = await service.envelope.handle(request, { name: 'client', errors })
    if (response === undefined) throw new Error('a request with an id has a response')
    if ('result' in response) return plainResult(response.result)
    throw Object.assign(new Error(response.error.message), response.error)
  },
})

const isRevert = (cause: unknown): boolean => cause instanceof ContractFunctionRevertedError

let node: Node
let service: RpcService
beforeAll(async () => {
  node = await openNode()
  service = new RpcService(node, {
    settings: { clientVersion: 'Cambium/test', errors: 'rootstock', ...defaultCallSettings },
    now: Date.now,
    random: randomBytes,
    report: (error) => {
      throw error
    },
  })
})
afterAll(() => {
  service.close()
  node.close()
})

describe('ethers', () => {
  it('deploys, calls, pays, and reads reverts and logs', async () => {
    const provider = new BrowserProvider(providerOf(service, 'rootstock'), 33, { cacheTimeout: -1 })
    const signer = await provider.getSigner(0)
    const factory = new ContractFactory([...abi], toHex(deployer(assemble(source))), signer)
    const deployed = await factory.deploy({ gasLimit: 500_000 })
    await deployed.deploymentTransaction()?.wait()
    const address = await deployed.getAddress()
    const contract = new Contract(address, [...abi], provider)
    expect(await contract.getFunction('seven').staticCall()).toBe(7n)

    const sent = await signer.sendTransaction({ to: address, value: 5n })
    const receipt = await sent.wait()
    expect(receipt?.logs).toHaveLength(1)
    expect(await provider.getBalance(address)).toBe(5n)
    expect(await provider.getLogs({ address, fromBlock: 0 })).toHaveLength(1)

    const denied: unknown = await contract
      .getFunction('deny')
      .staticCall(1n)
      .catch((error) => error)
    expect(isError(denied, 'CALL_EXCEPTION') && denied.data).toBe(deniedSelector)
  })
})

describe('viem', () => {
  it('reads a contract and decodes its errors in the dialect of Ethereum', async () => {
    const client = createPublicClient({ transport: custom(providerOf(service, 'ethereum')) })
    const accounts = node.wallet?.accounts ?? []
    expect(await client.getChainId()).toBe(33)
    expect(await client.getBalance({ address: `0x${toHex(accounts[9]!).slice(2)}` })).toBeGreaterThan(0n)
    const block = await client.getBlock({ includeTransactions: true })
    expect(block.transactions.length).toBeGreaterThan(0)
    const [log] = await client.getLogs({ fromBlock: 0n })
    const address = log!.address
    const contract = { address, abi: parseAbi([...abi, 'error Denied()']) } as const
    expect(await client.readContract({ ...contract, functionName: 'seven' })).toBe(7n)
    const failure: unknown = await client
      .readContract({ ...contract, functionName: 'deny', args: [1n] })
      .catch((error) => error)
    const reverted = failure instanceof BaseError ? failure.walk(isRevert) : undefined
    expect(reverted).toMatchObject({ data: { errorName: 'Denied' } })
  })
})
