// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

contract Counter {
    uint256 public number;

    event Changed(address indexed by, uint256 number);

    constructor(uint256 first) {
        number = first;
    }

    function set(uint256 value) external {
        require(value < 1000, "too much");
        number = value;
        emit Changed(msg.sender, value);
    }
}
