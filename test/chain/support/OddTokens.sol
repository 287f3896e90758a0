// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

// Tokens that exist in the wild and are not what EIP-20 says.
abstract contract Odd {
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);
    constructor() { balanceOf[msg.sender] = 1000000; }
    function move(address to, uint256 value) internal {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
    }
}

// Answers false instead of reverting.
contract Refusing is Odd {
    function transfer(address, uint256) external pure returns (bool) { return false; }
}

// Answers nothing, as tokens older than the standard do.
contract Silent is Odd {
    function transfer(address to, uint256 value) external { move(to, value); }
}

// Keeps a tenth of every transfer.
contract Charging is Odd {
    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value - value / 10);
        return true;
    }
}

// Its issuer can block accounts.
contract Blocking is Odd {
    mapping(address => bool) public blocked;
    function setBlocked(address account) external { blocked[account] = true; }
    function transfer(address to, uint256 value) external returns (bool) {
        require(!blocked[to], "blocked");
        move(to, value);
        return true;
    }
}
