import { belowNormal, lowerPriority } from '../../primitives/threads/lowerPriority.ts'
import { ThreadSide } from '../../primitives/threads/threadSide.ts'
import { parseBody, textOfBody } from '../../rpc/envelope/request.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import type { BodyFunctions } from './longBodies.ts'

/* The program of the thread that parses long bodies. */

lowerPriority(belowNormal)

new ThreadSide<BodyFunctions>().offer({
  parse({ bytes, maximumDepth }) {
    const startedAtMs = performance.now()
    const text = textOfBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const parsed = parseBody(text, maximumDepth)
    const isRefused = parsed instanceof RpcError
    return {
      value: isRefused ? undefined : parsed,
      error: isRefused ? { code: parsed.code, message: parsed.message } : undefined,
      threadMs: performance.now() - startedAtMs,
    }
  },
})
