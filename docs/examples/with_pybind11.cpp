/* The same for pybind11, with the header of the installed package:

       c++ -O3 -std=c++17 -shared -fPIC $(python -m pybind11 --includes) \
           -I"$(python -c 'import scalareale; print(scalareale.get_include())')" \
           with_pybind11.cpp -o with_pybind11$(python -m pybind11 --extension-suffix) */
#include "scalareale.h"

#include <cstdint>
#include <string_view>

#include <pybind11/pybind11.h>

namespace py = pybind11;

static std::uintptr_t address(const py::object &what)
{
    return py::module_::import("scalareale").attr("c_address")(what).cast<std::uintptr_t>();
}

PYBIND11_MODULE(with_pybind11, module)
{
    static const auto compare = reinterpret_cast<decltype(&sr_compare)>(address(py::str("sr_compare")));

    module.def("compare", [](const py::object &ev, std::string_view a, std::string_view b) {
        if (a.size() != SR_HAND || b.size() != SR_HAND)
            throw py::value_error("a hand has 5 cards");
        const int verdict = compare(reinterpret_cast<const sr_evaluator *>(address(ev)),
                                    reinterpret_cast<const std::uint8_t *>(a.data()),
                                    reinterpret_cast<const std::uint8_t *>(b.data()));
        if (verdict == SR_NOT_A_HAND)
            throw py::value_error("not a hand");
        return verdict;
    });
}
