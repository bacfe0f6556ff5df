import { keccak256 } from '../../crypto/keccak256.ts'
import { type Address, emptyBytes, type Hash } from '../../primitives/bytes.ts'
import { create2Address, createdAddress } from '../contractAddress.ts'
import type { CreateRequest } from '../engine.ts'
import { CREATE_GAS } from '../gas.ts'
import type { HaltCause } from '../halt.ts'
import type { Code, Host } from '../host.ts'
import { initCodeSizeLimit } from '../rules.ts'
import type { Activation } from './activation.ts'
import type { Execution } from './execution.ts'
import { createCost, createWork } from './systemGas.ts'
import { frameEntry } from './tracing.ts'

/**
 * Serves CREATE and CREATE2: opens a frame for the init code, or pushes 0. A returned cause halts the
 * creator.
 */
export function create(execution: Execution, creator: Activation): HaltCause | undefined {
  const { frame, parameters } = creator
  const { host, rules } = execution
  const request = frame.createRequest()
  if (parameters.isStatic) return 'state-change-in-static-call'
  if (rules.rskip438 && request.size > initCodeSizeLimit(rules)) return 'init-code-too-large'
  if (!frame.charge(createCost(request, frame, rules))) return 'out-of-gas'
  const work = createWork(request)
  execution.addExcess(CREATE_GAS - work)
  execution.count(work)
  frame.expand(request.offset, request.size)

  if (parameters.depth >= execution.depthLimit || !execution.canPay(parameters.address, request.value)) {
    frame.pushNumber(0)
    return undefined
  }
  const gas = frame.gasLeft
  frame.charge(gas)
  const initCode = frame.memory(request.offset, request.size)
  const address = nextAddress(host, parameters.address, request, initCode)
  if (rules.rskip125 && isTaken(host, address)) {
    // The creator loses the gas, and its nonce stays increased.
    frame.pushNumber(0)
    return undefined
  }
  openCreation(execution, creator, request, address, initCode, gas)
  return undefined
}

/**
 * The address of the new contract. Increases the creator's nonce, which stays increased if the creation
 * fails.
 */
function nextAddress(host: Host, creator: Address, { salt }: CreateRequest, initCode: Uint8Array): Address {
  const nonce = host.state.nonce(creator)
  host.state.setNonce(creator, nonce + 1n)
  return salt === undefined ? createdAddress(creator, nonce) : create2Address(creator, salt, initCode)
}

/** RSKIP125: code or a nonce makes an address taken, storage does not. */
const isTaken = (host: Host, address: Address): boolean =>
  host.wasDestroyed(address) ||
  (host.state.exists(address) && (host.state.code(address) !== undefined || host.state.nonce(address) !== 0n))

function openCreation(
  execution: Execution,
  activation: Activation,
  { kind, value }: CreateRequest,
  address: Address,
  initCode: Uint8Array,
  gas: number,
): void {
  const { host, rules, tracer, session, activations } = execution
  const { parameters: creator } = activation
  host.noteCreation(address, creator.address)
  const mark = execution.mark()
  host.state.createAccount(address, { keepBalance: true })
  host.state.markContract(address)
  if (rules.rskip125) host.state.setNonce(address, 1n)
  execution.transfer(creator.address, address, value)
  const parameters = {
    depth: creator.depth + 1,
    code: new InitCode(initCode),
    isInitCode: true,
    address,
    caller: creator.address,
    value,
    gas,
    isStatic: false,
  }
  execution.internalTransactions?.openCreation(activation, parameters)
  tracer?.enter?.(frameEntry(kind, parameters, address, emptyBytes))
  const frame = session.open(parameters, emptyBytes)
  activations.push({ kind, frame, parameters, mark, outputOffset: 0, outputSize: 0 })
}

/** Code that runs once. Its hash is rarely needed, so it is computed on demand. */
export class InitCode implements Code {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get hash(): Hash {
    return keccak256(this.bytes)
  }
}
