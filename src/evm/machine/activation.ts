import { emptyKeccak } from '../../crypto/keccak256.ts'
import { type Address, emptyBytes } from '../../primitives/bytes.ts'
import type { CallKind, CallRequest, Frame, FrameParameters } from '../engine.ts'
import type { Code } from '../host.ts'

/** How far the host, the session and the list of destroyed accounts had come: what a rollback restores. */
export interface Mark {
  readonly host: number
  readonly session: number
  readonly destroyed: number
}

/** An open frame and what the machine must know when it ends. */
export interface Activation {
  readonly kind: CallKind | 'create' | 'create2'
  readonly frame: Frame
  readonly parameters: FrameParameters
  /** Taken before the frame's own changes, the transfer of its value included. */
  readonly mark: Mark
  /** Where the caller wants the output of a call. */
  readonly outputOffset: number
  readonly outputSize: number
}

/** The code of an account without code. */
export const noCode: Code = { bytes: emptyBytes, hash: emptyKeccak }

/** The account that a callee works on: CALLCODE and DELEGATECALL use only the target's code. */
export const contextOf = (request: CallRequest, caller: Activation): Address =>
  request.kind === 'call' || request.kind === 'staticcall' ? request.target : caller.parameters.address

/** The parameters of a callee's frame. */
export function calleeParameters(
  request: CallRequest,
  { parameters }: Activation,
  context: Address,
  code: Code,
  gas: number,
): FrameParameters {
  const isDelegated = request.kind === 'delegatecall'
  return {
    depth: parameters.depth + 1,
    code,
    isInitCode: false,
    address: context,
    caller: isDelegated ? parameters.caller : parameters.address,
    value: isDelegated ? parameters.value : request.value,
    gas,
    isStatic: parameters.isStatic || request.kind === 'staticcall',
  }
}
