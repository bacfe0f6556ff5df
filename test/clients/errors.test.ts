import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseGwei,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assemble } from '../../src/evm/assembler.cases.ts'
import { type ContractArtifact, noContracts } from '../../src/node/local/callLog/contractArtifact.ts'
import { toHex, toHexDigits } from '../../src/primitives/hex.ts'
import { readErrorTable } from './errorTable.ts'
import { type ServedNode, serveNode } from './servedNode.ts'

/* Every row of docs/errors.md, with both libraries over HTTP. */

const functions = ['function fail() view', 'error TooMuch(uint256 amount)'] as const
const abi = parseAbi(functions)
const gasPrice = parseGwei('1')

/** Code that reverts with a payload. */
const reverting = (payload: string): Uint8Array => {
  const length = payload.length / 2
  return assemble(`${length} 12 0 CODECOPY ${length} 0 REVERT #${payload}`)
}
const word = (value: number): string => value.toString(16).padStart(64, '0')

/** Contracts that fail, by their addresses. */
const failing = {
  reason: [
    '0x00000000000000000000000000000000000a0001',
    `08c379a0${word(32)}${word(2)}6e6f${'0'.repeat(60)}`,
  ],
  panic: ['0x00000000000000000000000000000000000a0002', `4e487b71${word(17)}`],
  custom: ['0x00000000000000000000000000000000000a0003', `1e2a5b9c${word(7)}`],
} as const
const vault = '0x00000000000000000000000000000000000a0004'
const looping = '0x00000000000000000000000000000000000a0005'
const undefinedOpcode = '0x00000000000000000000000000000000000a0006'
const vaultCode = assemble('0 0 REVERT')
const bridge = '0x0000000000000000000000000000000001000006'
const receiver = `0x${'11'.repeat(20)}` as const
const stranger = `0x${'22'.repeat(20)}` as const
const unknownHash = `0x${'11'.repeat(32)}` as const
/** The first account of the chain, and one that gets little. */
const richKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const poorKey = `0x${'42'.repeat(32)}` as const

const noCode = { digits: '', holes: [], sourceMap: undefined }
const vaultArtifact: ContractArtifact = {
  name: 'Vault',
  path: '',
  compilerAbi: [],
  abi: [{ type: 'function', name: 'take', inputs: [], isPayable: false }],
  deployed: { ...noCode, digits: toHexDigits(vaultCode) },
  creation: noCode,
  sources: new Map(),
}

/** Keeps the last error of the node, because ethers converts it to other errors. */
class RecordingProvider extends JsonRpcProvider {
  lastError: unknown

  override async _send(...args: Parameters<JsonRpcProvider['_send']>): ReturnType<JsonRpcProvider['_send']> {
    const results = await super._send(...args)
    for (const result of results) if ('error' in result) this.lastError = result.error
    return results
  }
}

let served: ServedNode
let provider: RecordingProvider
let url: string
beforeAll(async () => {
  served = await serveNode({
    node: {
      development: {},
      minimumGasPriceTarget: gasPrice,
      artifacts: { ...noContracts, contracts: [vaultArtifact] },
    },
    settings: { errors: 'ethereum', development: { skipsRemasc: true } },
  })
  url = `http://127.0.0.1:${served.port}`
  provider = new RecordingProvider(url, 33, { staticNetwork: true })
  for (const [address, payload] of Object.values(failing)) {
    await provider.send('anvil_setCode', [address, toHex(reverting(payload))])
  }
  await provider.send('anvil_setCode', [vault, toHex(vaultCode)])
  await provider.send('anvil_setCode', [looping, toHex(assemble('1 1000000000000 MSTORE'))])
  await provider.send('anvil_setCode', [undefinedOpcode, '0xfe'])
  await provider.send('anvil_setBalance', [poor.address, `0x${parseEther('0.1').toString(16)}`])
  await (await rich.connect(provider).sendTransaction({ to: receiver, value: 1n, ...plainGas })).wait()
})
afterAll(async () => {
  provider?.destroy()
  await served?.close()
})

const rich = new Wallet(richKey)
const poor = new Wallet(poorKey)
const plainGas = { gasLimit: 21_000, gasPrice, type: 0 } as const
const network = () =>
  defineChain({
    id: 33,
    name: 'Cambium',
    nativeCurrency: { name: 'RBTC', symbol: 'RBTC', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
const transport = () => http(url, { retryCount: 0 })
const client = () => createPublicClient({ chain: network(), transport: transport() })

/** The steps by which both libraries cause an error. */
interface Cause {
  ethers(): Promise<unknown>
  viem(): Promise<unknown>
}

const calling = (address: Hex): Cause => ({
  ethers: () => new Contract(address, functions, provider).getFunction('fail')(),
  viem: () => client().readContract({ address, abi, functionName: 'fail' }),
})

interface Payment {
  readonly value?: bigint
  readonly gas?: bigint
  readonly price?: bigint
  readonly nonce?: number
  readonly type?: 0 | 2
}

/** A transaction that the library signs; it estimates neither gas nor price. */
const sending = (key: Hex, payment: Payment): Cause => {
  const { value = 0n, gas = 21_000n, price = gasPrice, nonce, type = 0 } = payment
  const to = receiver
  return {
    async ethers() {
      const fees = type === 2 ? { maxFeePerGas: price, maxPriorityFeePerGas: 0n } : { gasPrice: price }
      const signer = new Wallet(key)
      const next = nonce ?? (await provider.getTransactionCount(signer.address))
      const fields = { to, value, gasLimit: gas, nonce: next, chainId: 33, type, ...fees }
      return provider.broadcastTransaction(await signer.signTransaction(fields))
    },
    async viem() {
      const fees =
        type === 2
          ? ({ type: 'eip1559', maxFeePerGas: price, maxPriorityFeePerGas: 0n } as const)
          : ({ type: 'legacy', gasPrice: price } as const)
      const account = privateKeyToAccount(key)
      const wallet = createWalletClient({ account, chain: network(), transport: transport() })
      return wallet.sendTransaction({ to, value, gas, ...fees, ...(nonce !== undefined && { nonce }) })
    },
  }
}

/** A second transaction while the first waits. */
const whileWaiting = ({ ethers, viem }: Cause, first: Cause): Cause => {
  const after = (run: () => Promise<unknown>, before: () => Promise<unknown>) => async () => {
    await provider.send('evm_setAutomine', [false])
    try {
      await before()
      return await run()
    } finally {
      await provider.send('anvil_dropAllTransactions', [])
      await provider.send('evm_setAutomine', [true])
    }
  }
  return { ethers: after(ethers, first.ethers), viem: after(viem, first.viem) }
}

const requesting = (method: string, ...params: unknown[]): Cause => ({
  ethers: () => provider.send(method, params),
  viem: () => client().request({ method, params } as never),
})

const signedForMainnet = async (): Promise<Hex> =>
  (await rich.signTransaction({ ...plainGas, to: receiver, nonce: 1, chainId: 30 })) as Hex

const longInitCode: Hex = `0x${'00'.repeat(49_153)}`

const causes: Readonly<Record<string, Cause>> = {
  'a revert with a reason': calling(failing.reason[0]),
  'a panic of Solidity': calling(failing.panic[0]),
  'a custom error': calling(failing.custom[0]),
  'a revert without a reason': calling(vault),
  'a payment that the contract does not take, with `--artifacts`': {
    ethers: () => provider.estimateGas({ from: rich.address, to: vault, value: 1n }),
    viem: () => client().estimateGas({ account: rich.address as Hex, to: vault, value: 1n }),
  },
  'not enough gas': calling(looping),
  'an instruction that the chain does not have': calling(undefinedOpcode),
  'a native contract refuses': {
    ethers: () => provider.estimateGas({ from: rich.address, to: bridge, data: '0x12345678' }),
    viem: () => client().estimateGas({ account: rich.address as Hex, to: bridge, data: '0x12345678' }),
  },
  'a value above the sender’s balance': {
    ethers: () => provider.estimateGas({ from: poor.address, to: receiver, value: parseEther('1') }),
    viem: () => client().estimateGas({ account: poor.address as Hex, to: receiver, value: parseEther('1') }),
  },
  'init code above the limit': {
    ethers: () => provider.estimateGas({ from: rich.address, data: longInitCode }),
    viem: () => client().estimateGas({ account: rich.address as Hex, data: longInitCode }),
  },
  'a block number that the chain has not reached': {
    ethers: () => provider.getBalance(receiver, 999_999),
    viem: () => client().getBalance({ address: receiver, blockNumber: 999_999n }),
  },
  'an unknown block hash': {
    ethers: () => provider.send('eth_getBalance', [receiver, { blockHash: unknownHash }]),
    viem: () => client().request({ method: 'eth_getBalance', params: [receiver, unknownHash] } as never),
  },
  'a sender who cannot pay': sending(poorKey, { value: parseEther('1') }),
  'a nonce that was used': sending(richKey, { nonce: 0 }),
  'a nonce far ahead': sending(richKey, { nonce: 100_000 }),
  'a transaction that waits already': whileWaiting(
    sending(richKey, { nonce: 1 }),
    sending(richKey, { nonce: 1 }),
  ),
  'a replacement at too low a price': whileWaiting(
    sending(richKey, { nonce: 1, price: gasPrice + 1n }),
    sending(richKey, { nonce: 1 }),
  ),
  'a price below the minimum': sending(richKey, { price: 1n }),
  'less gas than a transaction costs before it runs': sending(richKey, { gas: 20_000n }),
  'more gas than a transaction may have': sending(richKey, { gas: 30_000_000n }),
  'type 1 or 2 with `--accept-typed=false`': sending(richKey, { type: 2 }),
  'a transaction with blobs': requesting('eth_sendRawTransaction', '0x03c0'),
  'type 4 without `--hardfork next`': requesting('eth_sendRawTransaction', '0x04c0'),
  'a signature for another chain': {
    ethers: async () => provider.broadcastTransaction(await signedForMainnet()),
    viem: async () => client().sendRawTransaction({ serializedTransaction: await signedForMainnet() }),
  },
  'an account that the node has no key for': requesting('eth_sendTransaction', { from: stranger }),
  'an unknown method': requesting('eth_nothing'),
  'a wrong parameter': requesting('eth_getBalance', '0x12'),
}

const rows = readErrorTable()

/** The JSON-RPC error that a library keeps in its own. */
function answeredTo(error: unknown): { readonly code: number; readonly message: string } {
  const { info, error: direct } = Object(error)
  return info?.error ?? direct?.error ?? direct
}

async function failureOf(cause: () => Promise<unknown>): Promise<unknown> {
  try {
    await cause()
  } catch (error) {
    return error
  }
  throw new Error('the request succeeded')
}

describe('an error of docs/errors.md', () => {
  it('has a cause here, and every cause has a row', () => {
    expect(rows.map(({ name }) => name.replace("'", '’')).sort()).toEqual(Object.keys(causes).sort())
  })

  it.each(rows)('has the documented form in ethers: $name', async ({ name, code, sentence, ethers }) => {
    const error = await failureOf(causes[name.replace("'", '’')]!.ethers)
    expect(Object(error).code).toBe(ethers)
    expect(provider.lastError).toMatchObject({ code, message: sentence })
  })

  it.each(rows)('has the documented form in viem: $name', async ({ name, code, sentence, viem }) => {
    const error = await failureOf(causes[name.replace("'", '’')]!.viem)
    if (!(error instanceof BaseError)) throw error
    const classes: string[] = []
    error.walk((cause) => {
      classes.push(Object(cause).name)
      return false
    })
    expect(classes).toContain(viem)
    expect(error.walk((cause) => Object(cause).name === 'RpcRequestError')).toMatchObject({
      code,
      details: sentence,
    })
  })

  it('begins with the text of the reference node where that dialect is chosen', async () => {
    const rootstock = await serveNode({})
    try {
      const plain = new JsonRpcProvider(`http://127.0.0.1:${rootstock.port}`, 33, { staticNetwork: true })
      const error = await failureOf(() => plain.getBalance(receiver, 999_999))
      expect(answeredTo(error)).toEqual({ code: -32600, message: 'Block 0xf423f not found' })
      const refused = await failureOf(async () =>
        plain.broadcastTransaction(
          await poor.signTransaction({ ...plainGas, nonce: 0, to: receiver, chainId: 33 }),
        ),
      )
      expect(answeredTo(refused)).toEqual({ code: -32010, message: "the sender account doesn't exist" })
      plain.destroy()
    } finally {
      await rootstock.close()
    }
  })
})
