// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

/// Loops of word arithmetic. The round number enters every step, so no step can be moved out of its loop.
contract Arithmetic {
    /// Values stay below 2^32.
    function small(uint256 rounds) external pure returns (uint256 sum) {
        unchecked {
            for (uint256 i = 0; i < rounds; ++i) {
                sum = (sum + i * 7) & 0xffffffff;
                if (sum & 1 == 0) sum += 3;
            }
        }
    }

    /// Values fill all 256 bits.
    function wide(uint256 rounds, uint256 seed) external pure returns (uint256 state) {
        unchecked {
            state = seed;
            for (uint256 i = 0; i < rounds; ++i) {
                state = state * seed + i;
                state ^= state >> 77;
            }
        }
    }

    /// Signed and unsigned division and modular multiplication of values between 128 and 256 bits.
    function division(uint256 rounds, uint256 seed) external pure returns (uint256 state) {
        unchecked {
            state = seed;
            uint256 modulus = ~seed | 1;
            uint256 divisor = (seed >> 124) | 1;
            for (uint256 i = 0; i < rounds; ++i) {
                uint256 product = mulmod(state, seed + i, modulus);
                uint256 quotient = uint256(int256(product) / int256(divisor + i));
                state = product ^ quotient ^ (product / (divisor - i));
            }
        }
    }
}
