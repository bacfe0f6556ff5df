import { DecodeError } from '../../../primitives/errors.ts'
import { Keyring, KeyringError } from '../../keys/keyring.ts'
import type { ChangeableKeys } from '../../keys/keyStore.ts'
import { type AdminContext, AdminError } from '../adminRoute.ts'

export function keysOf({ keys }: AdminContext): ChangeableKeys {
  if (keys === undefined) throw new AdminError(409, 'clients need no key: start the node with --access keys')
  return keys
}

/** Calls `work` with the keys; what it refuses is answered with its reason. */
export async function changeKeys<Result>(
  context: AdminContext,
  work: (keyring: Keyring) => Result,
): Promise<Result> {
  const { now, random } = context
  try {
    return await keysOf(context).change((keys) => work(new Keyring({ keys, now, random })))
  } catch (error) {
    if (error instanceof KeyringError) throw new AdminError(404, error.message)
    if (error instanceof DecodeError) throw new AdminError(400, error.message)
    throw error
  }
}
