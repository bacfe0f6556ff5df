import type { CallKind, Frame, FrameParameters } from '../engine.ts'

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
