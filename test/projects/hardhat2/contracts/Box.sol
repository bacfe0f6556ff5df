// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import "@openzeppelin/contracts-upgradeable/access/OwnableUpgradeable.sol";
import "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import "@openzeppelin/contracts-upgradeable/proxy/utils/UUPSUpgradeable.sol";

contract Box is Initializable {
    uint256 public value;

    function initialize(uint256 first) public initializer {
        value = first;
    }

    function store(uint256 next) public {
        value = next;
    }
}

contract BoxV2 is Box {
    function increment() public {
        value += 1;
    }
}

contract OwnedBox is Initializable, OwnableUpgradeable, UUPSUpgradeable {
    uint256 public value;

    function initialize(uint256 first) public initializer {
        __Ownable_init(msg.sender);
        __UUPSUpgradeable_init();
        value = first;
    }

    function _authorizeUpgrade(address) internal override onlyOwner {}
}

contract OwnedBoxV2 is OwnedBox {
    function increment() public onlyOwner {
        value += 1;
    }
}
