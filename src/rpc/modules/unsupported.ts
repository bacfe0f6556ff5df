/**
 * Methods of other nodes that this one does not support: compilers, a key-value store, a messaging protocol, and
 * commands of the operator.
 */
export const unsupportedMethods: readonly string[] = [
  'eth_getCompilers',
  'eth_compileLLL',
  'eth_compileSolidity',
  'eth_compileSerpent',
  'db_putString',
  'db_getString',
  'db_putHex',
  'db_getHex',
  'shh_post',
  'shh_version',
  'shh_newIdentity',
  'shh_hasIdentity',
  'shh_newGroup',
  'shh_addToGroup',
  'shh_newFilter',
  'shh_uninstallFilter',
  'shh_getFilterChanges',
  'shh_getMessages',
  'rsk_shutdown',
  'rsk_flush',
]
