import { checkGrants } from '../../keys/grants.ts'
import type { AdminRoute } from '../adminRoute.ts'
import { grantParameters } from './grantParameters.ts'
import { keyObject } from './keyObject.ts'
import { changeKeys } from './keyringOf.ts'

export const createKey: AdminRoute = {
  method: 'POST',
  path: '/api/keys',
  summary: 'Creates a key and answers `{ key, text }`. The text is the whole key; it is not shown again.',
  parameters: grantParameters,
  async answer({ body }, context) {
    const { key, text } = await changeKeys(context, (keyring) => keyring.create(checkGrants(body)))
    return { json: { key: keyObject(key, context.now()), text } }
  },
}
