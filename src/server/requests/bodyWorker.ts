import { ThreadSide } from '../../primitives/threads/threadSide.ts'
import { checkBody, textOfBody } from '../../rpc/envelope/request.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import type { BodyFunctions } from './longBodies.ts'

/* The program of the thread that checks long bodies. */

new ThreadSide<BodyFunctions>().offer({
  check({ bytes, maximumDepth }) {
    const text = textOfBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const checked = checkBody(text, maximumDepth)
    return {
      checked: checked instanceof RpcError ? { code: checked.code, message: checked.message } : checked,
    }
  },
})
