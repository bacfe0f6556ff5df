/** Answers a request of the throwaway chain; rejects when the answer is an error. */
type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** The part of the throwaway chain that is used. */
interface Asked {
  readonly ask: Ask
}

/** Copies the 23 bytes after it and returns them as the code of the contract. */
const deployer = '6017600c60003960176000f3'
/** Stores the first word of the call's data, logs it with one topic and returns it. */
const storingContract = '6000358060005580600052600160206000a160206000f3'

/** From the sixteenth block on REMASC pays the miners and the federation. */
const firstPayments = 18
const paymentsPerTest = 4
/** Estimates of transfers, which take another way than those of calls. They come last: few suites have many of them. */
const estimates = 80
const gas = '0x186a0'

/**
 * The requests of usual test suites: each test starts from a snapshot, to which the chain returns at its end. A part is
 * one request, so that the caller can pause between them.
 */
export async function* usualRequests({ ask }: Asked, tests: number): AsyncGenerator<void, void> {
  const [from, to] = listOf(await ask('eth_accounts', []))
  yield
  await ask('eth_chainId', [])
  yield
  const creation = { from, data: `0x${deployer}${storingContract}` }
  await ask('eth_estimateGas', [creation])
  yield
  const created = await ask('eth_sendTransaction', [{ ...creation, gas }])
  yield
  const contract = memberOf(await ask('eth_getTransactionReceipt', [created]), 'contractAddress')
  yield
  const transfer = { from, to, value: '0x1' }
  const payment = { ...transfer, gas: '0x5208' }
  yield* pay(ask, payment, firstPayments)
  for (let test = 0; test < tests; test++) {
    const snapshot = await ask('evm_snapshot', [])
    yield
    yield* pay(ask, payment, paymentsPerTest)
    yield* callContract(ask, { from, to: contract, data: wordOf(test + 1) })
    await ask('evm_revert', [snapshot])
    yield
  }
  for (let time = 0; time < estimates; time++) {
    await ask('eth_estimateGas', [transfer])
    yield
  }
}

async function* pay(ask: Ask, payment: unknown, times: number): AsyncGenerator<void, void> {
  for (let time = 0; time < times; time++) {
    const hash = await ask('eth_sendTransaction', [payment])
    yield
    await ask('eth_getTransactionReceipt', [hash])
    yield
  }
}

/** A call, and a transaction that was signed by the client. */
async function* callContract(ask: Ask, call: Readonly<Record<string, unknown>>): AsyncGenerator<void, void> {
  await ask('eth_call', [call, 'latest'])
  yield
  await ask('eth_estimateGas', [call])
  yield
  const nonce = await ask('eth_getTransactionCount', [call['from'], 'pending'])
  yield
  const gasPrice = await ask('eth_gasPrice', [])
  yield
  const signed = await ask('eth_signTransaction', [{ ...call, gas, nonce, gasPrice }])
  yield
  const hash = await ask('eth_sendRawTransaction', [memberOf(signed, 'raw')])
  yield
  await ask('eth_getTransactionByHash', [hash])
  yield
  await ask('eth_getTransactionReceipt', [hash])
  yield
  await ask('eth_getLogs', [{ fromBlock: 'latest', toBlock: 'latest', address: call['to'] }])
  yield
  await ask('eth_getBlockByNumber', ['latest', false])
  yield
  await ask('eth_getBalance', [call['from'], 'latest'])
  yield
  await ask('eth_blockNumber', [])
  yield
}

const wordOf = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : value
