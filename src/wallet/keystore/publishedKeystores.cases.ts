/* Published keystores with their passphrases and keys. */

/**
 * The test vector of the Web3 Secret Storage Definition. Its vector for scrypt is unusable: in the first edition the
 * parameters violate RFC 7914, in the present one the derived key does not match them.
 */
export const definitionKeystore = {
  address: '008aeeda4d805471df9b2a5b0f38a0c3bcba786b',
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  id: '3198bc9c-6672-5ab3-d995-4942343ae5b6',
  version: 3,
}

/** From the test files of geth. */
export const gethKeystore = {
  address: '7ef5a6135f1fd6a02593eedc869c6d41d934aef8',
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '8df6caa7ff1b00c4e871f002cb7921ed' },
    ciphertext: '1d0839166e7a15b9c1333fc865d69858b22df26815ccf601b28219b6192974e1',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 8,
      p: 16,
      r: 8,
      salt: 'e5e6ef3f4ea695f496b643ebd3f75c0aa58ef4070e90c80c5d3fb0241bf1595c',
    },
    mac: '6d16dfde774845e4585357f24bce530528bc69f4f84e1e22880d34fa45c273e5',
  },
  id: '950077c7-71e3-4c44-a4a1-143919141ed4',
  version: 3,
}

/** Among the tests of the Brave browser; standard strength. */
export const standardKeystore = {
  address: 'b14ab53e38da1c172f877dbc6d65e4a1b0474c3c',
  crypto: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: 'cecacd85e9cb89788b5aab2f93361233' },
    ciphertext: 'c52682025b1e5d5c06b816791921dbf439afe7a053abb9fac19f38a57499652c',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 262144,
      p: 1,
      r: 8,
      salt: 'dc9e4a98886738bd8aae134a1f89aaa5a502c3fbd10e336136d4d5fe47448ad6',
    },
    mac: '27b98c8676dc6619d077453b38db645a4c7c17a3e686ee5adaf53c11ac1b890e',
  },
  id: '7e59dc02-8d42-409d-b29a-a8a0f862cc81',
  version: 3,
}

export const publishedKeystores = [
  {
    origin: 'the definition',
    keystore: definitionKeystore,
    passphrase: 'testpassword',
    key: '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d',
  },
  {
    origin: 'geth',
    keystore: gethKeystore,
    passphrase: 'foobar',
    key: '976f9f7772781ff6d1c93941129d417c49a209c674056a3cf5e27e225ee55fa8',
  },
  {
    origin: 'Brave',
    keystore: standardKeystore,
    passphrase: 'testtest',
    key: 'efca4cdd31923b50f4214af5d2ae10e7ac45a5019e9431cc195482d707485378',
  },
]
