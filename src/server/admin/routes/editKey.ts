import { isJsonObject } from '../../../rpc/json/json.ts'
import { AdminError, type AdminRoute } from '../adminRoute.ts'
import { grantParameters } from './grantParameters.ts'
import { keyObject } from './keyObject.ts'
import { changeKeys } from './keyringOf.ts'

export const editKey: AdminRoute = {
  method: 'PATCH',
  path: '/api/keys/:id',
  summary: 'Changes rights and limits of a key; members that are absent stay, null takes a restriction away.',
  parameters: grantParameters,
  async answer({ path: { id = '' }, body }, context) {
    if (!isJsonObject(body)) throw new AdminError(400, 'the body is not an object')
    const key = await changeKeys(context, (keyring) => keyring.edit(id, body))
    return { json: keyObject(key, context.now()) }
  },
}
