/** The reasons why a script fails, with the messages of Bitcoin Core. */
export const scriptFailures = {
  'eval-false': 'Script evaluated without error but finished with a false/empty top stack element',
  verify: 'Script failed an OP_VERIFY operation',
  'equal-verify': 'Script failed an OP_EQUALVERIFY operation',
  'check-multisig-verify': 'Script failed an OP_CHECKMULTISIGVERIFY operation',
  'check-signature-verify': 'Script failed an OP_CHECKSIGVERIFY operation',
  'number-equal-verify': 'Script failed an OP_NUMEQUALVERIFY operation',
  'script-size': 'Script is too big',
  'push-size': 'Push value size limit exceeded',
  'operation-count': 'Operation limit exceeded',
  'stack-size': 'Stack size limit exceeded',
  'signature-count': 'Signature count negative or greater than pubkey count',
  'key-count': 'Pubkey count negative or limit exceeded',
  'bad-opcode': 'Opcode missing or not understood',
  'disabled-opcode': 'Attempted to use a disabled opcode',
  'invalid-stack-operation': 'Operation not valid with the current stack size',
  'invalid-altstack-operation': 'Operation not valid with the current altstack size',
  'op-return': 'OP_RETURN was encountered',
  'unbalanced-conditional': 'Invalid OP_IF construction',
  'negative-locktime': 'Negative locktime',
  'unsatisfied-locktime': 'Locktime requirement not satisfied',
  'hash-type': 'Signature hash type missing or not understood',
  'signature-der': 'Non-canonical DER signature',
  'minimal-data': 'Data push larger than necessary',
  'only-pushes': 'Only push operators allowed in signatures',
  'high-s': 'Non-canonical signature: S value is unnecessarily high',
  'null-dummy': 'Dummy CHECKMULTISIG argument must be zero',
  'minimal-if': 'OP_IF/NOTIF argument must be minimal',
  'null-fail': 'Signature must be zero for failed CHECK(MULTI)SIG operation',
  'discouraged-nop': 'NOPx reserved for soft-fork upgrades',
  'discouraged-witness-program': 'Witness version reserved for soft-fork upgrades',
  'public-key-type': 'Public key is neither compressed or uncompressed',
  'clean-stack': 'Stack size must be exactly one after execution',
  'witness-program-length': 'Witness program has incorrect length',
  'witness-program-empty': 'Witness program was passed an empty witness',
  'witness-program-mismatch': 'Witness program hash mismatch',
  'witness-malleated': 'Witness requires empty scriptSig',
  'witness-malleated-p2sh': 'Witness requires only-redeemscript scriptSig',
  'witness-unexpected': 'Witness provided for non-witness script',
  'witness-public-key-type': 'Using non-compressed keys in segwit',
  'schnorr-signature-size': 'Invalid Schnorr signature size',
  'schnorr-hash-type': 'Invalid Schnorr signature hash type',
  'schnorr-signature': 'Invalid Schnorr signature',
  'taproot-control-size': 'Invalid Taproot control block size',
  'taproot-script-path': 'Spending by a script of a taproot output is not supported',
  'code-separator': 'Using OP_CODESEPARATOR in non-witness script',
  'find-and-delete': 'Signature is found in scriptCode',
  'number-overflow': 'unknown error',
} as const

export type ScriptFailureCode = keyof typeof scriptFailures

/** A script does not allow a spend. The message is Bitcoin Core's. */
export class ScriptFailure extends Error {
  override readonly name = 'ScriptFailure'
  readonly code: ScriptFailureCode

  constructor(code: ScriptFailureCode) {
    super(scriptFailures[code])
    this.code = code
  }
}
