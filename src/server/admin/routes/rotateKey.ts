import { isJsonObject } from '../../../rpc/json/json.ts'
import { AdminError, type AdminRoute } from '../adminRoute.ts'
import { keyObject } from './keyObject.ts'
import { changeKeys } from './keyringOf.ts'

const longestGraceSeconds = 30 * 24 * 60 * 60

export const rotateKey: AdminRoute = {
  method: 'POST',
  path: '/api/keys/:id/rotate',
  summary: 'Gives a key a new secret and answers `{ key, text }`.',
  parameters: [{ name: 'graceSeconds', summary: 'how long the old secret stays valid; 0 if absent' }],
  async answer({ path: { id = '' }, body = {} }, context) {
    const graceMs = graceOf(body) * 1000
    const { key, text } = await changeKeys(context, (keyring) => keyring.rotate(id, graceMs))
    return { json: { key: keyObject(key, context.now()), text } }
  },
}

function graceOf(body: unknown): number {
  if (!isJsonObject(body)) throw new AdminError(400, 'the body is not an object')
  const { graceSeconds: seconds = 0 } = body
  if (typeof seconds === 'number' && seconds >= 0 && seconds <= longestGraceSeconds) return seconds
  throw new AdminError(400, `graceSeconds is not a number from 0 to ${longestGraceSeconds}`)
}
