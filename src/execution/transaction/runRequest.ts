import { createdAddress } from '../../evm/contractAddress.ts'
import { type ExecuteOptions, execute } from '../../evm/execute.ts'
import type { Code } from '../../evm/host.ts'
import { InitCode } from '../../evm/machine/initCode.ts'
import type { Message } from '../../evm/message.ts'
import { type Address, asAddress } from '../../primitives/bytes.ts'
import type { EvmHost } from '../host/evmHost.ts'
import { callPrecompileDirectly } from './directPrecompile.ts'
import { frameless } from './frameless.ts'
import type { Outcome, Request } from './request.ts'

/**
 * Runs the call or creation of a transaction. A failed request leaves the state unchanged, except that the changes of a
 * precompiled contract stay when it throws.
 */
export function runRequest(request: Request, host: EvmHost, options: ExecuteOptions): Outcome {
  if (request.to === null) return createContract(request, host, options)
  const precompile = host.precompile(request.to)
  if (precompile) return callPrecompileDirectly(request, request.to, precompile, host, options)
  return callAccount(request, request.to, host, options)
}

/**
 * An existing account at the new address does not matter: it is overwritten. The contract starts at nonce 0, unlike one
 * created by a contract. Without init code, only an account is created.
 */
function createContract(request: Request, host: EvmHost, options: ExecuteOptions): Outcome {
  const { state, rules } = host
  const { nonce, value, data } = request
  const sender = asAddress(request.sender)
  const address = createdAddress(sender, nonce)
  const mark = state.snapshot()
  state.createAccount(address, { keepBalance: rules.rskip174 })
  if (data.length > 0) state.markContract(address)
  transfer(host, sender, address, value)
  if (data.length === 0) return frameless('create', request, address, options)
  const code = new InitCode(data)
  return runMessage(messageOf('create', sender, address, request, code), mark, request, host, options)
}

function callAccount(request: Request, to: Address, host: EvmHost, options: ExecuteOptions): Outcome {
  const { value } = request
  const caller = asAddress(request.sender)
  const mark = host.snapshot()
  const code = host.code(to)
  transfer(host, caller, to, value)
  if (code === undefined) return frameless('call', request, to, options)
  return runMessage(messageOf('call', caller, to, request, code), mark, request, host, options)
}

const messageOf = (
  kind: Message['kind'],
  caller: Address,
  address: Address,
  { value, data, gasLimit, intrinsicGas }: Request,
  code: Code,
): Message => ({
  kind,
  caller,
  address,
  value,
  data,
  code,
  gas: gasLimit - intrinsicGas,
  isStatic: false,
})

function transfer({ state }: EvmHost, from: Address, to: Address, value: bigint): void {
  state.addBalance(from, -value)
  state.addBalance(to, value)
}

/** `mark` was taken before the transfer of the value, so that a failure undoes it too. */
function runMessage(
  message: Message,
  mark: number,
  { gasLimit }: Request,
  host: EvmHost,
  options: ExecuteOptions,
): Outcome {
  const result = execute(message, host, host.rules, options)
  if (result.status !== 'success') host.rollback(mark)
  const { status, cause, gasLeft, refund, output, logs, destroyed } = result
  return {
    status,
    cause,
    gasUsed: gasLimit - gasLeft,
    refund,
    output,
    logs,
    destroyed,
    createdAddress: message.kind === 'create' ? message.address : undefined,
    isForgivenFailure: false,
  }
}
