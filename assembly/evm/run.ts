// Runs a frame, and the callees that the core opens itself, until the core needs TypeScript.
import { EXIT_HOST, EXIT_MACHINE, FRAME_CALLEE, INNERMOST_FRAME } from '../../src/evm/layout'
import { closeCallee, openCallee } from './calls'
import { interpret } from './interpret'

/** Returns an EXIT constant of the frame at INNERMOST_FRAME. */
export function run(frame: u32): i32 {
  while (true) {
    const exit = interpret(frame)
    if (exit == EXIT_MACHINE) {
      const callee = openCallee(frame)
      if (callee) {
        frame = callee
        continue
      }
    } else if (exit < EXIT_HOST && load<u32>(frame, FRAME_CALLEE)) {
      frame = closeCallee(frame, exit)
      continue
    }
    store<u32>(INNERMOST_FRAME, frame)
    return exit
  }
}
