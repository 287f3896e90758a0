# Makes lists.json: the lists of draft-ietf-oauth-status-list (§4.1, appendix C) by the indexes and statuses that the draft names, and one
# of all 256 statuses, packed and compressed by Python's zlib. The texts of the first five are those of the draft to the letter.
#   python make.py > lists.json
import base64
import json
import random
import zlib

SIZE = 2**20


def packed(size, bits, statuses):
    octets = bytearray(size * bits // 8)
    for index, status in statuses:
        octets[index * bits // 8] |= status << (index * bits % 8)
    return base64.urlsafe_b64encode(zlib.compress(bytes(octets), 9)).decode().rstrip("=")


def example(source, bits, statuses, size=SIZE):
    return {"source": source, "bits": bits, "lst": packed(size, bits, statuses), "statuses": statuses}


SPOTS = [0, 1993, 25460, 159495, 495669, 554353, 645645, 723232, 854545, 934534, 1000345]
every = random.Random(0).sample(range(2**16), 256)
print(
    json.dumps(
        [
            example("§4.1, one bit", 1, list(enumerate([1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1])), 16),
            example("§4.1, two bits", 2, list(enumerate([1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3])), 12),
            example("appendix C, one bit", 1, [(index, 1) for index in SPOTS]),
            example("appendix C, two bits", 2, list(zip(SPOTS, [1, 2, 1, 3, 1, 1, 2, 1, 1, 2, 3]))),
            example(
                "appendix C, four bits",
                4,
                [
                    (0, 1), (1993, 2), (35460, 3), (459495, 4), (595669, 5), (754353, 6), (845645, 7), (923232, 8),
                    (924445, 9), (934534, 10), (1004534, 11), (1000345, 12), (1030203, 13), (1030204, 14), (1030205, 15),
                ],
            ),
            example("every status, eight bits", 8, list(zip(every, range(256))), 2**16),
        ]
    )
)
