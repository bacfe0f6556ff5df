import type { AdminRoute } from '../adminRoute.ts'
import { keyObject } from './keyObject.ts'
import { changeKeys } from './keyringOf.ts'

export const revokeKey: AdminRoute = {
  method: 'POST',
  path: '/api/keys/:id/revoke',
  summary:
    'Revokes a key permanently. Servers refuse it within a second; its open WebSockets end within two.',
  parameters: [],
  async answer({ path: { id = '' } }, context) {
    const key = await changeKeys(context, (keyring) => keyring.revoke(id))
    return { json: keyObject(key, context.now()) }
  },
}
