// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// Contracts that are deployed together: a linked library, a contract that uses it and one that needs its address.
library Doubling {
    function twice(uint256 value) public pure returns (uint256) {
        return 2 * value;
    }
}

contract Register {
    event Written(uint256 value, address by);

    uint256 public value;

    constructor(uint256 half) {
        value = Doubling.twice(half);
    }

    function write(uint256 next) external {
        value = next;
        emit Written(next, msg.sender);
    }
}

contract Reader {
    Register public register;

    constructor(Register source, uint256 expected) payable {
        require(source.value() == expected, "the register has another value");
        register = source;
    }
}
